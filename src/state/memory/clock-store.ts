import type { ClockStore } from '../clock-store.js';
import type { SandboxMemories } from './sandboxes.js';

export class MemoryClockStore implements ClockStore {
  constructor(private readonly memories: SandboxMemories) {}

  shift(sandbox: string): number {
    return this.memories.peek(sandbox)?.clockShift ?? 0;
  }

  shifts(sandboxes: readonly string[]): number[] {
    return sandboxes.map((sandbox) => this.shift(sandbox));
  }

  setShift(sandbox: string, milliseconds: number): void {
    this.memories.use(sandbox).clockShift = milliseconds;
  }
}
