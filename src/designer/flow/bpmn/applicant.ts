import { extensionsOf, type Element } from '../model/moddle.ts';
import type { Drawing } from './library.ts';

const OURS = new Set(['sf:Candidates', 'sf:Actions', 'sf:Field', 'sf:Table']);

/** The applicant's task as the server finds it: the first behind the start; '' where there is none of ours. */
export function applicantIn(drawing: Drawing): string {
  const starts = drawing
    .get('elementRegistry')
    .filter(({ type, parent }) => type === 'bpmn:StartEvent' && parent?.type !== 'bpmn:SubProcess');
  // of several pools each has a start: only one of them is ours
  for (const { businessObject } of starts) {
    const flows = (businessObject.outgoing as Element[] | undefined) ?? [];
    const target = flows.length === 1 ? (flows[0]?.targetRef as Element | undefined) : undefined;
    if (target?.$type === 'bpmn:UserTask' && extensionsOf(target).some(({ $type }) => OURS.has($type)))
      return target.id ?? '';
  }
  return '';
}
