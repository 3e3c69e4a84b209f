/** An issued key without its secret. */
export interface Key {
  id: string;
  name: string;
  scopes: string[];
  perDay: number | null;
  perMinute: Record<string, number | "off">;
  expiresAt: string | null;
  networks: string[];
  createdAt: string;
  lastUsedAt: string | null;
  previousEndsAt: string | null;
  revokedAt: string | null;
}
