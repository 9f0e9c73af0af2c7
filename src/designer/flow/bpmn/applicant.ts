import { extensionsOf, type Element } from '../model/moddle.ts';
import type { Drawing } from './bpmnJsTypes.ts';

const APPROVAL_EXTENSIONS = new Set(['sf:Candidates', 'sf:Actions', 'sf:Field', 'sf:Table']);

/**
 * Returns the id of the applicant's task by the same rule as the server: the task right after the start event, if it
 * has extensions of this product. '' if there is none.
 */
export function applicantTaskId(drawing: Drawing): string {
  const startEvents = drawing
    .get('elementRegistry')
    .filter(({ type, parent }) => type === 'bpmn:StartEvent' && parent?.type !== 'bpmn:SubProcess');
  // every pool has a start event; only one of them belongs to the process of this product
  for (const { businessObject } of startEvents) {
    const flows = (businessObject.outgoing as Element[] | undefined) ?? [];
    const target = flows.length === 1 ? (flows[0]?.targetRef as Element | undefined) : undefined;
    if (target?.$type === 'bpmn:UserTask' && extensionsOf(target).some(({ $type }) => APPROVAL_EXTENSIONS.has($type)))
      return target.id ?? '';
  }
  return '';
}
