import { useCallback, useMemo, useState } from 'react';
import { checkCode, checkEntry, rowMap, type MenuRow } from '../../domain/menu/index.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { SeenEntry } from '../../runtime/services/menus.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { rowOf, type EntryDraft } from './draft.ts';
import type { Menus } from './useMenus.ts';

type FieldMessages = Readonly<Record<string, string>>;

const byField = (problems: readonly { path: readonly (string | number)[]; message: string }[]): FieldMessages =>
  Object.fromEntries([...problems].reverse().map(({ path, message }) => [String(path[0] ?? ''), message]));

/**
 * The state of the editor of a menu entry. The entry is validated by the same rules as on the server; messages are
 * shown at fields that were changed, and at all fields after an attempt to save. `prepare`: runs before saving.
 */
export function useEntry(start: EntryDraft, menus: Menus, prepare?: (draft: EntryDraft) => Promise<unknown>) {
  const services = useServices();
  const { message } = useFeedback();
  const [draft, setDraft] = useState(start);
  const [touched, setTouched] = useState<readonly string[]>([]);
  const [isSaveTried, setSaveTried] = useState(false);
  const [serverMessages, setServerMessages] = useState<FieldMessages>({});
  const [isBusy, setBusy] = useState(false);
  const messages = useMemo(() => {
    const row = rowOf(draft);
    const rows = rowMap<MenuRow>([...menus.rows.values()]).set(row.id, row);
    const problems = byField([
      ...checkEntry(rows, row, menus.known),
      ...(row.item.code === start.before.code ? [] : checkCode(rows, row)),
    ]);
    return draft.visibility === 'roles' && draft.roles.length === 0
      ? { ...problems, rolesChosen: '请选择角色' }
      : problems;
  }, [draft, menus, start.before.code]);
  const change = useCallback((changes: Partial<EntryDraft>): void => {
    setDraft((before) => ({ ...before, ...changes }));
    setTouched((before) => [...before, ...Object.keys(changes)]);
    setServerMessages({});
  }, []);
  const save = async (): Promise<SeenEntry | null> => {
    setSaveTried(true);
    if (Object.keys(messages).length > 0) {
      message.warning('请检查输入');
      return null;
    }
    setBusy(true);
    try {
      await prepare?.(draft);
      const { id: _id, ...row } = rowOf(draft);
      return await services.menus.save({
        ...row,
        ...(draft.id === undefined ? {} : { id: draft.id, revision: draft.revision ?? 0 }),
      });
    } catch (error) {
      if (error instanceof ServiceError && error.problems.length > 0) setServerMessages(byField(error.problems));
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
    isDirty: JSON.stringify(draft) !== JSON.stringify(start),
    problemAt: (field: string): string | undefined =>
      serverMessages[field] ?? (isSaveTried || touched.includes(field) ? messages[field] : undefined),
  };
}
