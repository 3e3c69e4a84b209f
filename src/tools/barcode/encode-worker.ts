import { serveCalls } from "../../lib/worker-server.ts";
import type { EncodeRequest } from "./symbol.ts";
import { encodeWithBwip } from "./bwip.ts";

serveCalls((request: EncodeRequest) => encodeWithBwip(request));
