import { useCallback, useMemo, useState } from 'react';
import { checkCode, checkEntry, rowMap, type MenuRow } from '../../domain/menu/index.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { MenuEntryRevision } from '../../runtime/services/menus.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { rowOf, type EntryDraft } from './draft.ts';
import type { EntryMove } from './useMenuActions.ts';
import type { Menus } from './useMenus.ts';

type FieldMessages = Readonly<Record<string, string>>;

/** Returns the first message of each field. */
const messagesByField = (problems: readonly { path: readonly (string | number)[]; message: string }[]): FieldMessages =>
  Object.fromEntries([...problems].reverse().map(({ path, message }) => [String(path[0] ?? ''), message]));

/** Applies a move to the stored and the edited entry, unless another entry or another revision was moved. */
function applyMove(storedDraft: EntryDraft, draft: EntryDraft, { id, revisionBefore, revision, parentId }: EntryMove) {
  if (storedDraft.id !== id || storedDraft.revision !== revisionBefore) return { storedDraft, draft };
  const isParentChosen = draft.parentId !== storedDraft.parentId;
  return {
    storedDraft: { ...storedDraft, revision, parentId },
    draft: { ...draft, revision, parentId: isParentChosen ? draft.parentId : parentId },
  };
}

/**
 * Creates the editor state of a menu entry. The entry is validated by the same rules as on the server. Messages are
 * shown at changed fields, and at all fields after an attempt to save. `prepare`: runs before saving. `unchangedDraft`:
 * the entry as last loaded, or the values of a new entry. When it is loaded again and is newer, its values replace the
 * fields if there are no unsaved changes; otherwise the fields stay and saving reports the conflict, unless the change
 * was a move on this page (`lastMove`).
 */
export function useEntry(
  unchangedDraft: EntryDraft,
  menus: Menus,
  { prepare, lastMove }: { prepare?: (draft: EntryDraft) => Promise<unknown>; lastMove?: EntryMove | null } = {},
) {
  const services = useServices();
  const { message } = useFeedback();
  const [{ storedDraft, draft }, setEdited] = useState({ storedDraft: unchangedDraft, draft: unchangedDraft });
  const [touchedFields, setTouchedFields] = useState<readonly string[]>([]);
  const [isSaveTried, setSaveTried] = useState(false);
  const [serverMessages, setServerMessages] = useState<FieldMessages>({});
  const [isBusy, setBusy] = useState(false);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(storedDraft);
  const [appliedMove, setAppliedMove] = useState<EntryMove | null>(null);
  if (lastMove && lastMove !== appliedMove) {
    setAppliedMove(lastMove);
    setEdited(applyMove(storedDraft, draft, lastMove));
  } else {
    const isNewer =
      unchangedDraft.storedItem !== storedDraft.storedItem &&
      (unchangedDraft.revision ?? 0) >= (storedDraft.revision ?? 0);
    if (unchangedDraft.id !== undefined && !isDirty && isNewer)
      setEdited({ storedDraft: unchangedDraft, draft: unchangedDraft });
  }
  const messages = useMemo(() => {
    const row = rowOf(draft);
    const rows = rowMap<MenuRow>([...menus.rows.values()]).set(row.id, row);
    const problems = messagesByField([
      ...checkEntry(rows, row, menus.knownTargets),
      ...(row.item.code === storedDraft.storedItem.code ? [] : checkCode(rows, row)),
    ]);
    return draft.visibility === 'roles' && draft.roles.length === 0
      ? { ...problems, rolesChosen: '请选择角色' }
      : problems;
  }, [draft, menus, storedDraft.storedItem.code]);
  const change = useCallback((changes: Partial<EntryDraft>): void => {
    setEdited((before) => ({ ...before, draft: { ...before.draft, ...changes } }));
    setTouchedFields((before) => [...before, ...Object.keys(changes)]);
    setServerMessages({});
  }, []);
  const save = async (): Promise<MenuEntryRevision | null> => {
    setSaveTried(true);
    if (Object.keys(messages).length > 0) {
      message.warning('请检查输入');
      return null;
    }
    setBusy(true);
    try {
      await prepare?.(draft);
      const { id: _id, ...row } = rowOf(draft);
      const savedEntry = await services.menus.save({
        ...row,
        ...(draft.id === undefined ? {} : { id: draft.id, revision: draft.revision ?? 0 }),
      });
      const savedState = { revision: savedEntry.revision, storedItem: row.item };
      // keeps input that was typed while saving
      if (draft.id !== undefined)
        setEdited((latest) => ({
          storedDraft: { ...draft, ...savedState },
          draft: { ...latest.draft, ...savedState },
        }));
      setSaveTried(false);
      setTouchedFields([]);
      return savedEntry;
    } catch (error) {
      if (error instanceof ServiceError && error.problems.length > 0)
        setServerMessages(messagesByField(error.problems));
      message.error(messageOf(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return {
    draft,
    change,
    save,
    isBusy,
    isDirty,
    problemAt: (field: string): string | undefined =>
      serverMessages[field] ?? (isSaveTried || touchedFields.includes(field) ? messages[field] : undefined),
  };
}
