/** The part of `@playwright/test` that the page's tests use: the package is not needed to check their types. */
import type { Page } from 'playwright-core';

interface Test {
  (title: string, body: (fixtures: { readonly page: Page }) => Promise<void>): void;
  beforeAll: (body: () => Promise<void>) => void;
  afterAll: (body: () => Promise<void>) => void;
}

export declare const test: Test;
