import { HttpError } from "../lib/errors.ts";
import { detachBuffer } from "../lib/transferable.ts";
import { sendContinue } from "./protocol/expect-continue.ts";
import { exemptFromRequestTimeout, limitRequestTimeout } from "./protocol/upload-timeout.ts";
import type { RequestContext } from "./request-context.ts";

/** A body that its handler reads as it arrives, in constant memory. */
export interface BodyStream {
  /**
   * Calls `write` with each part; its memory is released afterwards. Rejects with an HttpError: 413 over the limit, 408 when
   * the body arrives too slowly, 400 when it ends early.
   */
  read(write: (bytes: Uint8Array) => void): Promise<void>;
}

/** A body must bring this many bytes in every period: 35 kB a second. */
const MIN_PROGRESS_BYTES = 1024 ** 2;
const PROGRESS_PERIOD_MS = 30_000;

/** How long the rest of a refused body is discarded, so that its sender gets to read the response. */
const MAX_DISCARD_MS = 30_000;

/** Creates the stream of a request's body. Nothing is read before `read` is called. */
export function createBodyStream(context: RequestContext, maxBytes: number): BodyStream {
  return { read: (write) => receive(context, maxBytes, write) };
}

function receive(
  context: RequestContext,
  maxBytes: number,
  write: (bytes: Uint8Array) => void,
): Promise<void> {
  const { message } = context;
  exemptFromRequestTimeout(message);
  sendContinue(context);
  return new Promise((resolve, reject) => {
    let size = 0;
    let sizeAtCheck = 0;
    const settle = (error?: Error) => {
      clearInterval(timer);
      message.off("data", onData).off("end", onEnd).off("close", onClose);
      limitRequestTimeout(message);
      if (!error) return resolve();
      discardRest(context);
      return reject(error);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return settle(tooLarge(maxBytes));
      try {
        write(chunk);
      } catch (error) {
        return settle(error as Error);
      }
      return detachBuffer(chunk);
    };
    const onEnd = () => settle();
    const onClose = () =>
      settle(new HttpError(400, "The connection closed before the body was complete."));
    const timer = setInterval(() => {
      if (size - sizeAtCheck < MIN_PROGRESS_BYTES) {
        settle(new HttpError(408, "The request took too long to arrive."));
      }
      sizeAtCheck = size;
    }, PROGRESS_PERIOD_MS);
    message.on("data", onData).on("end", onEnd).on("close", onClose);
  });
}

/** The error for a body over the limit. */
export function tooLarge(maxBytes: number): HttpError {
  return new HttpError(413, `The body is larger than ${maxBytes} bytes.`);
}

function discardRest({ message }: RequestContext): void {
  message.resume();
  const timer = setTimeout(() => message.destroy(), MAX_DISCARD_MS).unref();
  message.once("close", () => clearTimeout(timer));
}
