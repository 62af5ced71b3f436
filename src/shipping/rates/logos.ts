import { quoted } from './rates-text.js';

/** The addresses of couriers' logos under one base; each is written once. */
export class Logos {
  readonly #urls = new Map<string, string>();
  readonly #members = new Map<string, string>();

  /** @param base URL without a trailing slash */
  constructor(readonly base: string) {}

  /** The absolute URL of a courier's logo. */
  url(courierSlug: string): string {
    let url = this.#urls.get(courierSlug);
    if (url === undefined) {
      url = `${this.base}/${courierSlug}.svg`;
      this.#urls.set(courierSlug, url);
    }
    return url;
  }

  /** From the comma before it to before the value of `shipping_charge`, in the JSON of a rate. */
  member(courierSlug: string): string {
    let text = this.#members.get(courierSlug);
    if (text === undefined) {
      text = `,"logo":${quoted(this.url(courierSlug))},"shipping_charge":`;
      this.#members.set(courierSlug, text);
    }
    return text;
  }
}
