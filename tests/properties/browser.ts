import type { FormRecord } from '../../src/grammar/documents.ts';
import type { CompiledForm, CompiledTable, Row } from '../../src/kernel/form.ts';
import { redactRecord } from '../../src/records/redact.ts';
import { companionKey } from '../../src/domain/companionKey.ts';
import type { Option } from '../../src/kernel/widget.ts';
import type { Situation } from '../../src/rules/situation.ts';
import { createFormSession } from '../../src/runtime/form/createSession.ts';
import type { Services } from '../../src/runtime/services/services.ts';
import type { FormSession } from '../../src/runtime/form/session.ts';
import { createStoredRowFinder } from '../../src/widgets/subTable/access.ts';
import { createActions, type Actions } from '../../src/widgets/subTable/actions.ts';
import { createTableStore } from '../../src/widgets/subTable/store/tableStore.ts';
import type { GeneratedRecord } from './arbitraries/records.ts';

/** No call is answered: what a person does is judged, not what calls fill in. */
const services = new Proxy({}, { get: () => () => new Promise(() => undefined) }) as Services;

export const asRecord = (stored: GeneratedRecord): FormRecord =>
  ({ id: 'r1', formKey: 'generated', version: 1, revision: 1, flwState: '0', ...stored }) as FormRecord;

/** A form as it is open in a person's browser: the product's own session and sub-table actions, without a page. */
export interface Browser {
  session: FormSession;
  /** Is there a control for this field now? */
  isOpen(key: string): boolean;
  table(key: string): Actions | null;
  /** What 保存 would send. */
  send(): GeneratedRecord;
  close(): void;
}

/** Opens the record as the server would let it go to this person; null for a new one. */
export function openInBrowser(compiled: CompiledForm, stored: GeneratedRecord | null, situation: Situation): Browser {
  const record = stored === null ? null : redactRecord(compiled, asRecord(structuredClone(stored)), situation);
  const session = createFormSession({
    compiled,
    record,
    situation,
    services,
    mode: situation.isEdit === '1' ? 'edit' : 'view',
  });
  const tables = new Map<string, Actions>();
  const isOpen = (key: string): boolean => session.mode === 'edit' && session.access(key).editable;
  const open = (table: CompiledTable): Actions => {
    const options = (key: string): readonly Option[] | undefined =>
      table.columns.find((column) => column.key === key)?.options ?? undefined;
    const store = createTableStore({
      columns: table.columns,
      value: session.values[table.key],
      scope: () => session.scope,
      onEmit: (rows) => session.setValue(table.key, rows),
      request: services.request,
      failureText: String,
      options,
    });
    return createActions({
      table,
      store,
      scope: () => session.scope,
      isEditMode: () => isOpen(table.key),
      options,
      storedRow: createStoredRowFinder(session, table.key),
    });
  };
  return {
    session,
    isOpen,
    table(key) {
      const found = compiled.tables.get(key);
      if (!found || !session.access(key).visible) return null;
      const actions = tables.get(key) ?? open(found);
      tables.set(key, actions);
      // the component does so whenever the situation or a value changes
      actions.resetAccess();
      return actions;
    },
    send() {
      const { fieldsMap, childTables } = session.toRecord();
      return structuredClone({ fieldsMap, childTables: childTables as Record<string, Row[]> });
    },
    close: () => session.dispose(),
  };
}

/** One thing a person does. Positions are taken modulo what is there. */
export type Act =
  | { kind: 'type'; key: string; value: unknown }
  | { kind: 'add'; table: string; row: number }
  | { kind: 'copy'; table: string; row: number }
  | { kind: 'remove'; table: string; row: number }
  | { kind: 'cell'; table: string; row: number; column: string; value: unknown };

/** Does it as far as the browser lets; answers whether it did. */
export function perform({ session, isOpen, table }: Browser, act: Act): boolean {
  if (act.kind === 'type') {
    if (!isOpen(act.key)) return false;
    session.setValue(act.key, act.value, session.field(act.key)?.hasCompanion ? '显示文字' : undefined);
    return true;
  }
  const actions = isOpen(act.table) ? table(act.table) : null;
  if (!actions) return false;
  const rows = actions.rows();
  const row = rows[act.row % Math.max(1, rows.length)];
  // who may copy a row may empty the copy; a row that is picked or imported may be emptied where its columns are open
  if (act.kind === 'add')
    return actions.add() !== null || actions.rights().add || (actions.rights().copy && row !== undefined);
  if (!row) return false;
  // who may add rows may type into a new one what stands in another
  if (act.kind === 'copy') {
    actions.copy([row.id]);
    return actions.rights().copy || actions.rights().add;
  }
  if (act.kind === 'remove') {
    const isOffered = actions.rights().remove && actions.mayRemove(row.id);
    actions.remove([row.id]);
    return isOffered;
  }
  const column = actions.columns().find(({ key }) => key === act.column);
  if (!column || !actions.isEditable(column, row)) return false;
  actions.edit({ rowId: row.id, column: column.key }, act.value, column.hasCompanion ? '显示文字' : undefined);
  return true;
}

/** The same thing written into a record by hand, past every control: what a forged request holds. */
export function forge(compiled: CompiledForm, sent: GeneratedRecord, act: Act): GeneratedRecord | null {
  const forged = structuredClone(sent);
  if (act.kind === 'type') {
    if (compiled.tables.has(act.key)) return null;
    forged.fieldsMap[act.key] = act.value;
    if (compiled.fields.get(act.key)?.hasCompanion) forged.fieldsMap[companionKey(act.key)] = '显示文字';
    return forged;
  }
  const rows = forged.childTables[act.table];
  if (!rows) return null;
  const index = act.row % Math.max(1, rows.length);
  const row = rows[index];
  if (act.kind === 'add') {
    rows.push({ id: 'forged', fieldsMap: {} });
    return forged;
  }
  if (!row) return null;
  if (act.kind === 'copy') rows.push({ id: 'forged', fieldsMap: { ...row.fieldsMap } });
  else if (act.kind === 'remove') rows.splice(index, 1);
  else rows[index] = { ...row, fieldsMap: { ...row.fieldsMap, [act.column]: act.value } };
  return forged;
}
