import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A certificate and its key, as `node:tls` takes them. */
export interface Certificate {
  cert: Buffer;
  key: Buffer;
}

/** A certificate authority for one test, created by openssl. */
export interface Authority {
  /** Path of its certificate, for `NODE_EXTRA_CA_CERTS`. */
  file: string;
  /**
   * Signs a certificate for `names` (`IP:127.0.0.1,DNS:example`). With `days` -1 it has expired.
   */
  sign(names: string, days?: number, extensions?: string): Certificate;
  selfSigned(names: string): Certificate;
  remove(): void;
}

const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

/** Creates an authority in a new directory. */
export function createAuthority(): Authority {
  const cwd = mkdtempSync(join(tmpdir(), "sundry-authority-"));
  const runOpenssl = (...words: string[]) => execFileSync("openssl", words, { cwd, stdio: "pipe" });
  const read = (): Certificate => ({
    cert: readFileSync(join(cwd, "one.pem")),
    key: readFileSync(join(cwd, "one.key")),
  });
  const subject = ["-subj", "/CN=one", "-keyout", "one.key"];
  runOpenssl(
    "req",
    "-x509",
    ...KEY,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-subj",
    "/CN=authority",
  );
  return {
    file: join(cwd, "ca.pem"),
    sign(names, days = 1, extensions = "") {
      writeFileSync(join(cwd, "one.ext"), `subjectAltName=${names}\n${extensions}\n`);
      runOpenssl("req", "-new", ...KEY, ...subject, "-out", "one.csr");
      const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", String(days)];
      runOpenssl("x509", "-req", "-in", "one.csr", ...by, "-extfile", "one.ext", "-out", "one.pem");
      return read();
    },
    selfSigned(names) {
      const extension = ["-addext", `subjectAltName=${names}`, "-out", "one.pem"];
      runOpenssl("req", "-x509", ...KEY, ...subject, ...extension);
      return read();
    },
    remove: () => rmSync(cwd, { recursive: true, force: true }),
  };
}
