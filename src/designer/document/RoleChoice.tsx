import { Select } from 'antd';
import { useServices } from '../../runtime/contexts.ts';
import type { FormRight } from '../../rules/formRights.ts';
import type { RoleFields } from '../../rules/roleFields.ts';
import { useLoad, type Load } from '../../screens/shared/useLoad.ts';

/** What a role may do in a form, and the fields that it never sees or never changes. */
export interface RoleLine extends RoleFields {
  rights: readonly FormRight[];
}

interface Grid {
  forms: ({ formKey: string } & RoleLine)[];
}

/** The line of a role in the grid of rights for one form; null without a role, and for a form that has no line. */
export function useRoleLine(role: string | null, formKey: string): Load<RoleLine | null> {
  const services = useServices();
  return useLoad(async () => {
    if (role === null) return null;
    const params = { code: role };
    const grid = (await services.request({ url: '/system/sys/role/grid', method: 'GET', params })) as Grid;
    return grid.forms.find((form) => form.formKey === formKey) ?? null;
  }, [services, role, formKey]).load;
}

interface Props {
  label: string;
  placeholder: string;
  value: string | null;
  onChange(role: string | null): void;
}

/** Chooses a role of the organisation. */
export function RoleChoice({ label, placeholder, value, onChange }: Props) {
  const services = useServices();
  const { load } = useLoad(() => services.flows.holders(), [services]);
  return (
    <Select
      aria-label={label}
      style={{ minWidth: 150 }}
      allowClear
      showSearch
      optionFilterProp="label"
      loading={load.state === 'loading'}
      placeholder={placeholder}
      value={value}
      onChange={(next: string | null) => onChange(next ?? null)}
      options={(load.value?.roles ?? []).map(({ code, name }) => ({ value: code, label: name }))}
    />
  );
}
