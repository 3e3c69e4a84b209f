/** A limit of requests per minute and IP address, and the name of its counter. */
export interface RateLimit {
  name: string;
  perMinute: number;
}
