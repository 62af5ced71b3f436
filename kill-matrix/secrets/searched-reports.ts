/** Writes every report of a run, and searches what the run shows for its keys. */
import type { ConformanceEvent } from '../../src/conformance/events.js';
import { createReport, reportNames } from '../../src/reports/registry.js';
import type { Report } from '../../src/reports/report.js';
import { SecretSearch } from './secret-search.js';

export class SearchedReports {
  private readonly texts = new Map<string, string>();

  private constructor(
    private readonly reports: ReadonlyMap<string, Report>,
    private readonly search: SecretSearch,
  ) {}

  /** @param search made once for the same keys: it takes longer than a search */
  static async of(search: SecretSearch): Promise<SearchedReports> {
    const reports = new Map<string, Report>();
    for (const name of reportNames) reports.set(name, await createReport(name));
    return new SearchedReports(reports, search);
  }

  /** Adds an event. The plan is left out: it is the same for every server, and reports have no more of it than its size. */
  write(event: ConformanceEvent): void {
    if (event.type !== 'plan') this.add('events', JSON.stringify(event));
    for (const [name, report] of this.reports) {
      this.add(`report ${name}`, report.write(event));
      this.add('progress', report.progress?.(event) ?? '');
    }
  }

  /** Lists what the run shows of its keys; sentences. */
  leaks(): string[] {
    return [...this.texts].flatMap(([place, text]) => this.search.in(place, text));
  }

  private add(place: string, text: string): void {
    this.texts.set(place, (this.texts.get(place) ?? '') + text);
  }
}

/** The search for a run's keys; servers of the matrix share few sets of them. */
export class KeySearches {
  private readonly searches = new Map<string, SecretSearch>();

  for(keys: Readonly<Record<string, string>>): SecretSearch {
    const id = JSON.stringify(keys);
    const search = this.searches.get(id) ?? new SecretSearch(keys);
    this.searches.set(id, search);
    return search;
  }
}
