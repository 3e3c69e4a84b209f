/**
 * Thrown for an image that cannot be decoded or is too large. `message` completes "the image …".
 */
export class ImageError extends Error {
  readonly code = "image";
}
