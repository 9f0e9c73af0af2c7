import type { RecordSelectorNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import { readCode } from '../shared/scan/readCode.ts';
import type { RecordChoice } from './recordChoice.ts';
import { useRelationContext } from './useRelationContext.ts';

/**
 * Returns a function that finds the one selectable record identified by a typed or scanned text: its name or number, or
 * the address in a printed code. The result is null for no record and for several records.
 */
export function useRecordByCode(node: RecordSelectorNode): (text: string) => Promise<RecordChoice | null> {
  const { relations } = useServices();
  const relationContext = useRelationContext(node);
  return async (text) => {
    const { id, text: name } = readCode(text);
    if (id !== null) {
      const { list } = await relations.candidates(node.to, relationContext(), {
        page: { pageNum: 1, pageSize: 1 },
        conditions: [{ field: 'id', op: 'in', value: [id] }],
      });
      return list[0] ?? null;
    }
    const [answer] = await relations.resolve(node.to, relationContext(), [name]);
    return answer?.found.length === 1 ? (answer.found[0] ?? null) : null;
  };
}
