import { describeWebhookCases } from "./support/webhook-cases.ts";

describeWebhookCases("slow");
