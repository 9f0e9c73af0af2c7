import { Select } from 'antd';
import { useServices } from '../../runtime/contexts.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useLoad, type Load } from '../../screens/shared/useLoad.ts';
import { readRoleGrid, type RoleGrid } from '../scopes/roleGrid.ts';

/** The rights of a role in one form, and the fields that are hidden or locked for it. */
export type RoleRights = RoleGrid['forms'][number];

/** Returns the rights of a role in one form; null without a role and for an unpublished form. */
export function useRoleRights(role: string | null, formKey: string): Load<RoleRights | null> {
  const services = useServices();
  return useLoad(
    async () =>
      role === null
        ? null
        : ((await readRoleGrid(services, role)).forms.find((form) => form.formKey === formKey) ?? null),
    [services, role, formKey],
  ).load;
}

interface Props {
  label: string;
  placeholder: string;
  value: string | null;
  /** The rights of the selected role. */
  rights: Load<RoleRights | null>;
  onChange(role: string | null): void;
}

/** Selects a role of the organisation; shows a note if its rights are not available. */
export function RoleChoice({ label, placeholder, value, rights, onChange }: Props) {
  const services = useServices();
  const { load, reload } = useLoad(() => services.flows.holders(), [services]);
  const describeState = (): string | null => {
    if (load.state === 'error') return `角色无法读取：${messageOf(load.error)}`;
    if (rights.state === 'error') return `权限无法读取：${messageOf(rights.error)}`;
    const hasNoRights = value !== null && rights.state === 'ready' && rights.value === null;
    return hasNoRights ? '表单发布后才有角色权限' : null;
  };
  const note = describeState();
  return (
    <>
      <Select
        aria-label={label}
        style={{ minWidth: 150 }}
        allowClear
        showSearch
        optionFilterProp="label"
        loading={load.state === 'loading'}
        onOpenChange={(isOpen) => {
          if (isOpen && load.state === 'error') reload();
        }}
        placeholder={placeholder}
        value={value}
        onChange={(next: string | null) => onChange(next ?? null)}
        options={(load.value?.roles ?? []).map(({ code, name }) => ({ value: code, label: name }))}
      />
      {note === null ? null : <output className="ds-note">{note}</output>}
    </>
  );
}
