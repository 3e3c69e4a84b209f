import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Alert } from "../../../form/labels.tsx";
import { useSignal } from "../../../shell/signal.ts";
import { toBlob } from "../../../result/canvas-blob.ts";

export interface CameraProps {
  /** The path of the API that reads pictures. */
  api: string;
  /** Called with a frame that has a code. */
  take(frame: File): Promise<void>;
}

/** Pause between two frames that the browser reads itself. */
const BROWSER_PAUSE_MS = 150;
/** Pause between two frames that the server reads, which takes 30 a minute. */
const SERVER_PAUSE_MS = 2500;

/** The part of the Barcode Detection API that is used; some browsers have it. */
interface Detector {
  detect(source: HTMLCanvasElement): Promise<unknown[]>;
}

/**
 * The live picture of the camera. The first frame with a code is taken; then, and on unmount, the
 * camera is turned off.
 */
export function Camera({ api, take }: CameraProps): JSX.Element {
  const video = useRef<HTMLVideoElement>(null);
  const problem = useSignal("");
  const detector = useRef(createDetector());
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const start = async () => {
      const stream = await openCamera();
      const stop = () => stream.getTracks().forEach((track) => track.stop());
      signal.addEventListener("abort", stop);
      if (signal.aborted || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      const frame = await findFrame(video.current, { api, detector: detector.current, signal });
      if (frame) await take(frame);
    };
    start().catch((error: unknown) => {
      if (!signal.aborted) problem.value = explain(error);
    });
    return () => controller.abort();
  }, []);
  if (problem.value) return <Alert text={problem.value} />;
  return (
    <figure class="camera">
      <video ref={video} muted playsInline aria-label="Camera" />
      <figcaption class="help">
        Hold a code in front of the camera.{" "}
        {detector.current
          ? "Pictures are read in this browser."
          : "Every 2.5 seconds this server reads a picture. It stores none."}
      </figcaption>
    </figure>
  );
}

function createDetector(): Detector | undefined {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: new () => Detector };
  try {
    return BarcodeDetector && new BarcodeDetector();
  } catch {
    // Some browsers have the interface without any format.
    return undefined;
  }
}

async function openCamera(): Promise<MediaStream> {
  // Typed as always there, but missing where the page is not secure.
  const { mediaDevices } = navigator as Partial<Navigator>;
  if (!mediaDevices) throw new DOMException("", "SecurityError");
  return mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 1280 } },
  });
}

const PROBLEMS: Readonly<Record<string, string>> = {
  NotAllowedError:
    "Camera access was refused. Allow it in the browser's settings for this site, or choose a picture.",
  NotFoundError: "No camera was found. Choose a picture instead.",
  NotReadableError: "The camera is used by another program. Close it, or choose a picture.",
  SecurityError:
    "Browsers open the camera only over https or on localhost. Choose a picture instead.",
};

function explain(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  return PROBLEMS[name] ?? "The camera could not be opened. Choose a picture instead.";
}

interface FindOptions {
  api: string;
  detector: Detector | undefined;
  signal: AbortSignal;
}

/** Resolves to the first frame that has a code; undefined after `signal` was aborted. */
async function findFrame(
  video: HTMLVideoElement,
  { api, detector, signal }: FindOptions,
): Promise<File | undefined> {
  const canvas = document.createElement("canvas");
  const pauseMs = detector ? BROWSER_PAUSE_MS : SERVER_PAUSE_MS;
  while (!signal.aborted) {
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    if (canvas.width > 0) {
      canvas.getContext("2d")?.drawImage(video, 0, 0);
      const frame = new File([await toBlob(canvas, "image/jpeg")], "Camera picture", {
        type: "image/jpeg",
      });
      const isFound = detector
        ? (await detector.detect(canvas)).length > 0
        : await hasCode(api, frame, signal);
      if (isFound) return frame;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return undefined;
}

/**
 * Asks the server whether a picture has a code. A failed request counts as none, because the next
 * frame follows soon.
 */
async function hasCode(api: string, frame: File, signal: AbortSignal): Promise<boolean> {
  try {
    const headers = { "content-type": frame.type };
    const response = await fetch(api, { method: "POST", headers, body: frame, signal });
    return response.ok && ((await response.json()) as { count: number }).count > 0;
  } catch {
    return false;
  }
}
