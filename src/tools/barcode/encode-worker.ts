import { serveCalls } from "../../lib/workers/worker-server.ts";
import type { EncodeRequest } from "../../domain/barcode/symbol.ts";
import { encodeWithBwip } from "../../domain/barcode/bwip.ts";

serveCalls((request: EncodeRequest) => encodeWithBwip(request));
