import { describeWebhookCases } from "./support/webhook-cases.ts";

describeWebhookCases("fast");
