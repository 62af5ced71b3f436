/** The service that the generated functions call. */
export const service = { url: '', key: '' };

export async function shippingFetch<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const headers = { ...init.headers, Authorization: `Bearer ${service.key}` };
  const response = await fetch(service.url + path, { ...init, headers });
  return { status: response.status, headers: response.headers, data: await response.json() } as Answer;
}
