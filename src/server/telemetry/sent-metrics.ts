import type { api } from '@opentelemetry/sdk-node';
import type { Family } from '../../control/metrics/prometheus-text.js';

/** Metrics as Prometheus gets them, by the same names, but for histograms: the API takes measurements, no buckets. */
export class SentMetrics {
  private readonly instruments = new Map<string, api.Observable>();

  constructor(
    private readonly meter: api.Meter,
    private readonly families: () => Promise<readonly Family[]>,
  ) {}

  /** Has them sent at the regular times of the SDK. */
  async start(): Promise<void> {
    this.addInstruments(await this.families());
  }

  private readonly observe: api.BatchObservableCallback = async (result) => {
    const families = await this.families();
    for (const { name, samples } of families) {
      const instrument = this.instruments.get(name);
      if (instrument) for (const { value, labels } of samples) result.observe(instrument, value, labels);
    }
    this.addInstruments(families);
  };

  /** Families come later too: those of a store that was out of reach. */
  private addInstruments(families: readonly Family[]): void {
    const added = families.filter(({ name, type }) => type !== 'histogram' && !this.instruments.has(name));
    if (added.length === 0) return;
    this.meter.removeBatchObservableCallback(this.observe, [...this.instruments.values()]);
    for (const family of added) this.instruments.set(family.name, this.instrumentFor(family));
    this.meter.addBatchObservableCallback(this.observe, [...this.instruments.values()]);
  }

  private instrumentFor({ name, help, type }: Family): api.Observable {
    const options = { description: help };
    return type === 'counter'
      ? this.meter.createObservableCounter(name, options)
      : this.meter.createObservableGauge(name, options);
  }
}
