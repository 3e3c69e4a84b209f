import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/**
 * Mounts a file system of `size` (as `4m`) until the test ends; returns undefined when the user may
 * not mount.
 */
export function mountSmallDisk(test: TestContext, size: string): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), "sundry-disk-"));
  const options = `size=${size}`;
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", directory]);
  test.after(() => {
    spawnSync("umount", ["-l", directory]);
    rmSync(directory, { recursive: true, force: true });
  });
  return mounted.status === 0 ? directory : undefined;
}

/** Fills the remaining space. */
export function fillDisk(file: string): void {
  assert.throws(
    () => {
      for (;;) appendFileSync(file, Buffer.alloc(4_096));
    },
    { code: "ENOSPC" },
  );
}
