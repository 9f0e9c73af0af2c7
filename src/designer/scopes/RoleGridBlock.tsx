import { Alert, Button, Checkbox, ConfigProvider, Empty, Input, Select, Skeleton, Table, Tabs } from 'antd';
import { useState } from 'react';
import type { RoleGridNode } from '../../grammar/nodes.ts';
import { FORM_RIGHT_NAMES, FORM_RIGHTS, type FormRight } from '../../rules/formRights.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { LeaveGuard } from '../../screens/navigation/LeaveGuard.tsx';
import { Failure } from '../../screens/shared/Failure.tsx';
import { messageOf } from '../../screens/shared/messages.ts';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { ManagerGate } from '../document/ManagerGate.tsx';
import { FieldRulesDialog, type FormFieldRules } from './FieldRulesDialog.tsx';
import { MenuRights, type GrantableMenuEntry, type MenuButton } from './MenuRights.tsx';
import { readRoleGrid, type RoleGrid } from './roleGrid.ts';
import './scopes.css';

/** What a role may use: menu entries, buttons (`permissions`: codes of the granted buttons) and forms. */
interface Grid extends Pick<RoleGrid, 'revision'> {
  code: string;
  name: string;
  menus: GrantableMenuEntry[];
  buttons: MenuButton[];
  permissions: string[];
  forms: GridForm[];
}

/**
 * A form with the role's rights on it, and the fields that are hidden from or locked for the role. `isRuled`: the
 * rights on the form are granted by role; if false, the settings of the form itself apply.
 */
type GridForm = { formKey: string; formName: string; isRuled: boolean; rights: FormRight[] } & FormFieldRules;

/** Page on which administrators grant menus, buttons and form rights to a role. */
export function RoleGridBlock({ node }: BlockProps<RoleGridNode>) {
  const { title = '角色授权' } = node;
  return (
    <ManagerGate title={title} openKeyParameter="role">
      {({ key, onOpen }) => <RoleGridPage title={title} code={key} onOpen={onOpen} />}
    </ManagerGate>
  );
}

function RoleGridPage({ title, code, onOpen }: { title: string; code: string; onOpen(code: string): void }) {
  const services = useServices();
  const { load: roles, reload: reloadRoles } = useLoad(
    () =>
      services.request({ url: '/system/sys/role/options', method: 'GET', params: {} }) as Promise<
        { code: string; name: string }[]
      >,
    [services],
  );
  const options = [
    { value: '*', label: '所有人（已登录）' },
    ...(roles.value ?? [])
      .filter((role) => role.code !== 'admin')
      .map((role) => ({ value: role.code, label: `${role.name}（${role.code}）` })),
  ];
  // '*' (everybody who has signed in) if no role is requested, or the role `admin`, which has all rights
  const roleCode = code === '' || code === 'admin' ? '*' : code;
  const { load, reload } = useLoad(() => readRoleGrid(services, roleCode) as Promise<Grid>, [services, roleCode]);
  return (
    <div className="sc-list">
      <div className="sc-toolbar">
        <h2 className="sc-title">{title}</h2>
        <Select
          className="dz-grid-role"
          value={roleCode}
          options={options}
          showSearch
          optionFilterProp="label"
          aria-label="角色"
          onChange={onOpen}
          data-action="role"
        />
      </div>
      <Alert
        type="info"
        showIcon
        className="dz-scope-note"
        message="一个人有多个角色时权限相加；“所有人”的权限人人都有。系统管理员不受限制。待办、抄送给本人的单据不受此限制，但字段限制始终有效。"
      />
      {roles.state === 'error' ? <Failure error={roles.error} onRetry={reloadRoles} /> : null}
      {load.state === 'error' ? (
        <Failure error={load.error} onRetry={reload} />
      ) : load.value && load.value.code === roleCode ? (
        <GridPanel key={`${roleCode} ${load.value.revision}`} grid={load.value} onSaved={reload} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </div>
  );
}

const describeFieldRules = ({ hidden, locked }: FormFieldRules): string =>
  [hidden.length > 0 ? `${hidden.length} 个不可见` : '', locked.length > 0 ? `${locked.length} 个不可改` : '']
    .filter(Boolean)
    .join('，') || '不限制';

const isSameSet = (first: readonly string[], second: readonly string[]): boolean =>
  [...first].sort().join() === [...second].sort().join();

const isSameRules = (first: FormFieldRules, second: FormFieldRules): boolean =>
  (['hidden', 'locked'] as const).every((name) => isSameSet(first[name], second[name]));

function GridPanel({ grid, onSaved }: { grid: Grid; onSaved(): void }) {
  const services = useServices();
  const { message } = useFeedback();
  /** All rights of the role on each changed form, by form key. */
  const [changedRights, setChangedRights] = useState<Readonly<Record<string, readonly FormRight[]>>>({});
  const [changedFieldRules, setChangedFieldRules] = useState<Readonly<Record<string, FormFieldRules>>>({});
  /** The form whose field permissions the dialog shows; null: the dialog is closed. */
  const [formOfDialog, setFormOfDialog] = useState<GridForm | null>(null);
  /** Shows only the forms with `isRuled` false. */
  const [isUnruledOnly, setUnruledOnly] = useState(false);
  /** Ids of all menu entries that are granted after the changes; null: not changed. */
  const [changedMenuIds, setChangedMenuIds] = useState<readonly string[] | null>(null);
  /** Codes of all buttons that are granted after the changes; null: not changed. */
  const [changedPermissions, setChangedPermissions] = useState<readonly string[] | null>(null);
  const [keyword, setKeyword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isDirty =
    Object.keys(changedRights).length + Object.keys(changedFieldRules).length > 0 ||
    changedMenuIds !== null ||
    changedPermissions !== null;
  const fieldRulesOf = (form: GridForm): FormFieldRules =>
    changedFieldRules[form.formKey] ?? { hidden: form.hidden, locked: form.locked };
  const storedMenuIds = grid.menus.filter(({ isOn }) => isOn).map(({ id }) => id);
  const rightsOf = (form: GridForm): readonly FormRight[] => changedRights[form.formKey] ?? form.rights;
  const toggle = (form: GridForm, right: FormRight): void => {
    const rightsBefore = rightsOf(form);
    const toggledRights = rightsBefore.includes(right)
      ? rightsBefore.filter((other) => other !== right)
      : [...rightsBefore, right];
    // every right requires `see`: removing `see` removes all rights
    const isSeeRemoved = right === 'see' && !toggledRights.includes('see');
    const newRights =
      isSeeRemoved || toggledRights.length === 0 ? [] : [...new Set(['see' as const, ...toggledRights])];
    const { [form.formKey]: _previous, ...otherRights } = changedRights;
    setChangedRights(isSameSet(newRights, form.rights) ? otherRights : { ...otherRights, [form.formKey]: newRights });
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await services.request({
        url: '/system/sys/role/saveGrid',
        method: 'POST',
        params: {
          code: grid.code,
          revision: grid.revision,
          ...(changedMenuIds === null ? {} : { menuIds: changedMenuIds }),
          ...(changedPermissions === null ? {} : { permissions: changedPermissions }),
          forms: grid.forms
            .filter(({ formKey }) => changedRights[formKey] ?? changedFieldRules[formKey])
            .map((form) => ({
              formKey: form.formKey,
              // while the settings of the form itself apply, rights are sent only if they were changed here: the first
              // rights by role replace these settings, so that all other roles lose their rights on the form
              ...(form.isRuled || changedRights[form.formKey] ? { rights: rightsOf(form) } : {}),
              ...changedFieldRules[form.formKey],
            })),
        },
      });
      message.success('已保存，马上生效');
      setChangedRights({});
      setChangedFieldRules({});
      setChangedMenuIds(null);
      setChangedPermissions(null);
      onSaved();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const formsWithoutRules = grid.forms.filter(({ isRuled }) => !isRuled);
  const shownForms = (isUnruledOnly ? formsWithoutRules : grid.forms).filter(({ formName, formKey }) =>
    `${formName} ${formKey}`.includes(keyword),
  );
  const formsTab = (
    <>
      <Input.Search
        allowClear
        className="sc-search dz-grid-search"
        placeholder="查找表单"
        aria-label="查找表单"
        onSearch={(value) => setKeyword(value.trim())}
      />
      {formsWithoutRules.length > 0 ? (
        <Checkbox
          checked={isUnruledOnly}
          onChange={({ target }) => setUnruledOnly(target.checked)}
          data-action="old-only"
        >
          只看未按角色授权的表单（{formsWithoutRules.length}）
        </Checkbox>
      ) : null}
      <Table
        size="small"
        rowKey="formKey"
        dataSource={shownForms}
        pagination={false}
        scroll={{ x: 1100, y: 'calc(100vh - 430px)' }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有已发布的表单" /> }}
        onRow={(form) => ({ 'data-form': form.formKey }) as object}
        columns={[
          {
            title: '表单',
            key: 'form',
            width: 220,
            fixed: 'left',
            render: (_value, form) => (
              <>
                {form.formName}{' '}
                {form.isRuled ? null : (
                  <StatusTag tone="warn">
                    {changedRights[form.formKey] ? '保存后只按角色授权' : '沿用表单自身设置'}
                  </StatusTag>
                )}
              </>
            ),
          },
          ...FORM_RIGHTS.map((right) => ({
            title: FORM_RIGHT_NAMES[right],
            key: right,
            width: 80,
            align: 'center' as const,
            render: (_value: unknown, form: GridForm) => (
              <Checkbox
                checked={rightsOf(form).includes(right)}
                onChange={() => toggle(form, right)}
                aria-label={`${form.formName}：${FORM_RIGHT_NAMES[right]}`}
                data-right={right}
              />
            ),
          })),
          {
            title: '字段',
            key: 'fields',
            width: 200,
            align: 'center' as const,
            render: (_value: unknown, form: GridForm) => (
              <Button
                type="link"
                size="small"
                aria-label={`${form.formName}：字段权限`}
                onClick={() => setFormOfDialog(form)}
                data-action="fields"
              >
                {describeFieldRules(fieldRulesOf(form))}
              </Button>
            ),
          },
        ]}
      />
      {formOfDialog ? (
        <FieldRulesDialog
          formKey={formOfDialog.formKey}
          formName={formOfDialog.formName}
          roleName={grid.name}
          rules={fieldRulesOf(formOfDialog)}
          onClose={() => setFormOfDialog(null)}
          onDone={(rules) => {
            const { [formOfDialog.formKey]: _previous, ...otherRules } = changedFieldRules;
            setChangedFieldRules(
              isSameRules(rules, formOfDialog) ? otherRules : { ...otherRules, [formOfDialog.formKey]: rules },
            );
            setFormOfDialog(null);
          }}
        />
      ) : null}
    </>
  );
  const menusTab = (
    <MenuRights
      menus={grid.menus}
      buttons={grid.buttons}
      grants={{ menuIds: changedMenuIds ?? storedMenuIds, permissions: changedPermissions ?? grid.permissions }}
      isDisabled={grid.code === '*' || isBusy}
      onChange={(next) => {
        setChangedMenuIds(isSameSet(next.menuIds, storedMenuIds) ? null : next.menuIds);
        setChangedPermissions(isSameSet(next.permissions, grid.permissions) ? null : next.permissions);
      }}
    />
  );
  return (
    <section aria-label={`${grid.name}的权限`} data-grid={grid.code}>
      <LeaveGuard hasUnsavedInput={() => isDirty} />
      {/* a change during saving would be lost when the stored rights are loaded */}
      <ConfigProvider componentDisabled={isBusy}>
        <Tabs
          items={[
            { key: 'forms', label: '表单权限', children: formsTab },
            { key: 'menus', label: '菜单与按钮', children: menusTab },
          ]}
        />
      </ConfigProvider>
      <footer className="dz-scope-foot">
        <Button
          disabled={!isDirty || isBusy}
          onClick={() => {
            setChangedRights({});
            setChangedFieldRules({});
            setChangedMenuIds(null);
            setChangedPermissions(null);
          }}
          data-action="undo"
        >
          撤销修改
        </Button>
        <Button type="primary" disabled={!isDirty} loading={isBusy} onClick={() => void save()} data-action="save">
          保存
        </Button>
      </footer>
    </section>
  );
}
