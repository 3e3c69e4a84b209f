import { compareRequests } from "../inbox/compare/compare-requests.ts";
import type { ComparedRequest } from "../inbox/compare/comparison.ts";

addEventListener("message", ({ data }: MessageEvent<readonly [ComparedRequest, ComparedRequest]>) =>
  postMessage(compareRequests(...data)),
);
