import type { FormRecord } from '../../../grammar/documents.ts';
import { buttonLocationsOf, type FormAction } from '../../../effects/index.ts';
import { useRegistry, useSituation } from '../../../runtime/contexts.ts';
import { isPermitted, isButtonShown } from '../../actions/shownActions.ts';
import type { Press } from '../../actions/usePress.tsx';
import type { CompiledList, ListColumn } from '../compile.ts';
import type { Lane } from './lanes.ts';
import { useFieldAccess } from './useFieldAccess.ts';
import { useSaveFields } from './useSaveFields.ts';

/** Effect of moving a card to a lane: runs a button, stores the value of the lane, or is refused with a reason. */
export type CardMove = { kind: 'action'; action: FormAction } | { kind: 'save' } | { kind: 'refused'; reason: string };

interface Options {
  list: CompiledList;
  /** The field of the lanes. */
  column: ListColumn;
  press: Press['press'];
  mayEdit(record: FormRecord): boolean;
}

export interface CardMoves {
  /** Returns what moving the card to the lane would do; does not move the card. */
  moveFor(record: FormRecord, lane: Lane): CardMove;
  /** Moves a card. `onEnd` is called once; false: the card stays in its lane, and the person saw the reason. */
  run(record: FormRecord, lane: Lane, move: CardMove, onEnd: (isDone: boolean) => void): void;
}

/**
 * Handles moves of cards between the lanes of a board. If the document binds buttons to the lane (`board.moves`), the
 * move runs the first of them that the person may use on the record. Otherwise it saves the record, if the person may
 * edit the field.
 */
export function useCardMoves({ list, column, press, mayEdit }: Options): CardMoves {
  const registry = useRegistry();
  const { user } = useSituation();
  const saveFields = useSaveFields(list.formKey);
  const access = useFieldAccess(list.formKey, column.field);
  const { field, title } = column;
  const moves = list.board?.by === field ? (list.board.moves ?? []) : [];
  const isUsable = (action: FormAction, record: FormRecord): boolean =>
    isPermitted(action, user) &&
    buttonLocationsOf(action).some((location) => location !== 'task') &&
    isButtonShown(action, record, list.form, registry, user);
  return {
    moveFor(record, lane) {
      const refuse = (reason: string): CardMove => ({ kind: 'refused', reason });
      if (lane.value === undefined) return refuse(`不能移到“${lane.label}”`);
      const currentValue = String(record.fieldsMap[field] ?? '');
      const boundMoves = moves.filter(({ to }) => to === String(lane.value));
      if (boundMoves.length > 0) {
        const actions = boundMoves
          .filter(({ from }) => from === undefined || from.includes(currentValue))
          .flatMap(({ action: key }) => (list.form.actions ?? []).filter((action) => action.key === key));
        const action = actions.find((candidate) => isUsable(candidate, record));
        if (action) return { kind: 'action', action };
        const [first] = actions;
        return refuse(
          first
            ? `不能移到“${lane.label}”：“${first.label}”现在不能执行，或您没有权限`
            : `不能从这一列移到“${lane.label}”`,
        );
      }
      if (column.system !== null || access.field === undefined) return refuse(`不能移到“${lane.label}”`);
      if (!mayEdit(record)) return refuse(`您现在不能编辑这条记录，不能移到“${lane.label}”`);
      return access.isEditable(record) ? { kind: 'save' } : refuse(`“${title}”不能直接改，不能移到“${lane.label}”`);
    },
    run(record, lane, move, onEnd) {
      if (move.kind === 'action') return press(move.action, [record], onEnd);
      if (move.kind === 'refused') return onEnd(false);
      const changes = {
        [field]: lane.value,
        ...(access.field?.hasCompanion ? { [`${field}Label`]: lane.label } : {}),
      };
      void saveFields(record, changes, title).then(onEnd);
      return undefined;
    },
  };
}
