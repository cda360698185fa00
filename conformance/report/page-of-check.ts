import type { Clause } from '../../src/contract/contract.ts';
import { bySection } from './clause-places.ts';
import { type Document, type ShownSection, whole } from './document.ts';
import { aboutOf } from './findings.ts';
import { asPage } from './html.ts';
import type { Report } from './report.ts';
import { documentOfCheck } from './report-document.ts';
import { standingOf, standings, thatAre } from './standing.ts';

export const html = (report: Report): string =>
  asPage({
    ...documentOfCheck(report, whole),
    filters: findingFilters(report),
    sections: shownSections(report),
  });

const findingFilters = ({ results, operations }: Report): NonNullable<Document['filters']> => {
  const sources = [...new Set(results.map(({ source }) => source))];
  return [
    {
      name: 'standing',
      title: 'Verdict',
      values: standings.filter((one) => thatAre(one, results).length > 0),
    },
    { name: 'level', title: 'Level', values: ['must', 'should', 'unspecified'] },
    { name: 'operation', title: 'Operation', values: operations },
    ...(sources.some((source) => source !== 'contract')
      ? [{ name: 'source', title: 'Source', values: sources }]
      : []),
  ];
};

function shownSections(report: Report): ShownSection[] {
  const { results, alsoSeen: others = [], observations, clauses, sections } = report;
  const beside = (clause: Clause): ShownSection['clauses'][number]['beside'] => [
    ...results
      .filter((finding) => finding.clause === clause.id)
      .map((finding) => {
        const tone = standingOf(finding);
        const isOpen = tone === 'untested' || tone === 'skipped';
        return {
          tone,
          name: finding.rule,
          about: aboutOf(finding),
          hasCard: !isOpen && tone !== 'pass',
          ...(isOpen && finding.why !== undefined ? { text: finding.why } : {}),
        };
      }),
    ...others
      .filter((finding) => finding.clause === clause.id)
      .map((finding) => ({
        tone: standingOf(finding),
        name: finding.rule,
        hasCard: true,
        text: 'also broken, not selected',
      })),
    ...observations
      .filter(({ clauses: own = [] }) => own.includes(clause.id))
      .map(({ question, option }) => ({
        tone: 'observed' as const,
        text: `${question} ${option}`,
      })),
  ];
  return bySection(Object.values(clauses), sections).map(({ clauses: own, ...section }) => {
    const ids = new Set(own.map(({ id }) => id));
    const shown = own.map((clause) => {
      const lines = beside(clause);
      const { id, level, text } = clause;
      return { id, level, text, beside: lines.length > 0 ? lines : [{ text: unjudged(clause) }] };
    });
    return {
      ...section,
      broken: thatAre('fail', results).filter(({ clause }) => ids.has(clause)).length,
      clauses: shown,
    };
  });
}

function unjudged({ unobservable, silent, level }: Clause): string {
  if (unobservable !== undefined) return `cannot be tested from outside: ${unobservable}`;
  if (silent !== undefined) return `left to the server; not observed: ${silent}`;
  return level === 'unspecified' ? 'left to the server; not observed in this run' : 'not part of this run';
}
