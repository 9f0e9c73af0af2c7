import { useCallback, useMemo, useState } from 'react';
import { checkCode, checkEntry, rowMap, type MenuRow } from '../../domain/menu/index.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { SeenEntry } from '../../runtime/services/menus.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { rowOf, type EntryDraft } from './draft.ts';
import type { Menus } from './useMenus.ts';

type Told = Readonly<Record<string, string>>;

const byField = (problems: readonly { path: readonly (string | number)[]; message: string }[]): Told =>
  Object.fromEntries([...problems].reverse().map(({ path, message }) => [String(path[0] ?? ''), message]));

/** One entry being edited: judged while it is typed by the server's own rules, told where a field was left or saving was tried. `prepare` is done before the save. */
export function useEntry(start: EntryDraft, menus: Menus, prepare?: (draft: EntryDraft) => Promise<unknown>) {
  const services = useServices();
  const { message } = useFeedback();
  const [draft, setDraft] = useState(start);
  const [touched, setTouched] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<Told>({});
  const [isBusy, setBusy] = useState(false);
  const found = useMemo(() => {
    const row = rowOf(draft);
    const rows = rowMap<MenuRow>([...menus.rows.values()]).set(row.id, row);
    const told = byField([
      ...checkEntry(rows, row, menus.known),
      ...(row.item.code === start.before.code ? [] : checkCode(rows, row)),
    ]);
    return draft.who === 'roles' && draft.roles.length === 0 ? { ...told, rolesChosen: '请选择角色' } : told;
  }, [draft, menus, start.before.code]);
  const change = useCallback((more: Partial<EntryDraft>): void => {
    setDraft((now) => ({ ...now, ...more }));
    setTouched((now) => [...now, ...Object.keys(more)]);
    setRefused({});
  }, []);
  const save = async (): Promise<SeenEntry | null> => {
    setTried(true);
    if (Object.keys(found).length > 0) {
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
      if (error instanceof ServiceError && error.problems.length > 0) setRefused(byField(error.problems));
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
      refused[field] ?? (isTried || touched.includes(field) ? found[field] : undefined),
  };
}
