import { serveCalls } from "../../lib/workers/worker-server.ts";
import type { EncodeRequest } from "./symbol.ts";
import { encodeWithBwip } from "./bwip.ts";

serveCalls((request: EncodeRequest) => encodeWithBwip(request));
