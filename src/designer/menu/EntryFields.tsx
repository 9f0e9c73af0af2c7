import { Checkbox, Form, Input, Radio, Segmented, Select, Switch, TreeSelect } from 'antd';
import { useMemo } from 'react';
import { basePathOf, canHoldEntries, titleOf, type MenuKind } from '../../domain/menu/index.ts';
import type { EntryDraft, Visibility } from './draft.ts';
import { Field } from './Field.tsx';
import { IconPicker } from './IconPicker.tsx';
import { childrenOf, moveRefusal } from './tree.ts';
import type { Menus } from './useMenus.ts';

interface Props {
  draft: EntryDraft;
  menus: Menus;
  change(changes: Partial<EntryDraft>): void;
  /** Returns the message to show at a field, if any. */
  problemAt(field: string): string | undefined;
  /**
   * True if the dialog adds a given screen to the menu. Kind and screen then cannot be changed, and the fields for
   * parameters, tab and code are not shown.
   */
  isScreenFixed?: boolean;
}

const KINDS: { value: MenuKind; label: string }[] = [
  { value: 'screen', label: '页面' },
  { value: 'group', label: '分组' },
  { value: 'frame', label: '内嵌网页' },
  { value: 'link', label: '外部链接' },
];
const VISIBILITY_OPTIONS: { value: Visibility; label: string }[] = [
  { value: 'all', label: '所有人' },
  { value: 'roles', label: '指定角色' },
  { value: 'admin', label: '仅系统管理员' },
];

interface ParentOption {
  value: string;
  title: string;
  disabled: boolean;
  children: ParentOption[];
}

/** The fields of a menu entry, depending on its kind. */
export function EntryFields({ draft, menus, change, problemAt, isScreenFixed = false }: Props) {
  const { kind, parentId } = draft;
  const parentOptions = useMemo(() => {
    const groupOptionsIn = (groupId: string | null): ParentOption[] =>
      childrenOf(menus.rows, groupId)
        .filter(canHoldEntries)
        .map((row) => ({
          value: row.id,
          title: titleOf(row),
          disabled: draft.id !== undefined && moveRefusal(menus, draft.id, row.id) !== null && row.id !== parentId,
          children: groupOptionsIn(row.id),
        }));
    return groupOptionsIn(null);
  }, [menus, draft.id, parentId]);
  const basePath = basePathOf(menus.rows, parentId);
  /** Whether the entry opens a page in a tab of the shell. */
  const isPage = kind === 'screen' || kind === 'frame';
  return (
    <Form layout="vertical" component="div" className="ds-entry">
      {kind === 'module' || isScreenFixed ? null : (
        <Field id="menu-kind" label="类型" problem={problemAt('kind')}>
          <Segmented<MenuKind>
            aria-label="类型"
            id="menu-kind"
            value={kind}
            options={KINDS}
            onChange={(next) => change({ kind: next })}
          />
        </Field>
      )}
      <Field id="menu-name" label="名称" isRequired problem={problemAt('name')}>
        <Input
          id="menu-name"
          value={draft.name}
          maxLength={60}
          onChange={({ target }) => change({ name: target.value })}
        />
      </Field>
      {kind === 'module' ? null : (
        <Field id="menu-parent" label="上级" isRequired problem={problemAt('parentId')}>
          <TreeSelect
            id="menu-parent"
            value={parentId ?? undefined}
            treeData={parentOptions}
            treeDefaultExpandAll
            showSearch
            treeNodeFilterProp="title"
            placeholder="请选择"
            onChange={(next: string) => change({ parentId: next })}
          />
        </Field>
      )}
      {kind === 'screen' && !isScreenFixed ? (
        <Field
          id="menu-component"
          label="界面"
          isRequired
          problem={problemAt('component')}
          hint="只列出已发布的界面；还没有的，先在“界面管理”中新建并发布"
        >
          <Select
            id="menu-component"
            showSearch
            value={draft.component || undefined}
            placeholder="请选择"
            optionFilterProp="label"
            onChange={(component: string) => change({ component })}
            options={menus.screens.map(({ key, name }) => ({ value: key, label: `${name}（${key}）` }))}
          />
        </Field>
      ) : null}
      {kind === 'frame' ? (
        <Field
          id="menu-link"
          label="网页地址"
          isRequired
          problem={problemAt('link')}
          hint="其他网站须先在服务器设置 FRAME_ORIGINS 中允许嵌入"
        >
          <Input
            id="menu-link"
            value={draft.link}
            placeholder="https://"
            onChange={({ target }) => change({ link: target.value })}
          />
        </Field>
      ) : null}
      {kind === 'module' ? null : (
        <Field
          id="menu-path"
          label={kind === 'link' ? '链接地址' : '路径'}
          isRequired={kind !== 'group'}
          problem={problemAt('path')}
          hint={
            kind === 'link'
              ? '在新窗口打开'
              : `完整地址：#${draft.path.startsWith('/') || draft.path === '' ? draft.path || basePath : `${basePath}/${draft.path}`}`
          }
        >
          <Input
            id="menu-path"
            value={draft.path}
            placeholder={kind === 'link' ? 'https://' : '如 contractLedger'}
            onChange={({ target }) => change({ path: target.value })}
          />
        </Field>
      )}
      <Field id="menu-icon" label="图标">
        <IconPicker id="menu-icon" value={draft.icon} onChange={(icon) => change({ icon })} />
      </Field>
      <Field
        id="menu-who"
        label="谁能看到"
        problem={problemAt('roles')}
        hint={draft.visibility === 'all' ? undefined : '系统管理员总能看到'}
      >
        <Radio.Group
          id="menu-who"
          value={draft.visibility}
          options={VISIBILITY_OPTIONS}
          // a stored entry that only administrators see has the role `admin`, which the field for roles does not offer
          onChange={({ target }) =>
            change({ visibility: target.value as Visibility, roles: draft.roles.filter((code) => code !== 'admin') })
          }
        />
      </Field>
      {draft.visibility === 'roles' ? (
        <Field id="menu-roles" label="角色" isRequired problem={problemAt('rolesChosen')}>
          <Select
            id="menu-roles"
            mode="multiple"
            value={draft.roles}
            optionFilterProp="label"
            placeholder="请选择角色"
            onChange={(roles: string[]) => change({ roles })}
            options={menus.roles
              .filter(({ code }) => code !== 'admin')
              .map(({ code, name }) => ({ value: code, label: name }))}
          />
        </Field>
      ) : null}
      <Field
        id="menu-shown"
        label="在菜单中显示"
        hint={draft.isShown ? undefined : '隐藏后仍可由链接打开；不再需要的请删除'}
      >
        <Switch id="menu-shown" checked={draft.isShown} onChange={(shown) => change({ isShown: shown })} />
      </Field>
      {kind === 'group' ? (
        <Field id="menu-always" label="只有一个下级时">
          <Checkbox
            id="menu-always"
            checked={draft.alwaysShow}
            onChange={({ target }) => change({ alwaysShow: target.checked })}
          >
            也显示本分组（否则下级直接显示在本分组的位置）
          </Checkbox>
        </Field>
      ) : null}
      {isPage && !isScreenFixed ? (
        <>
          <Field id="menu-query" label="附带参数" hint="如 formKey=leave&todo=1，可不填">
            <Input
              id="menu-query"
              value={draft.query}
              maxLength={500}
              onChange={({ target }) => change({ query: target.value })}
            />
          </Field>
          <Field id="menu-tab" label="页签">
            <Checkbox id="menu-tab" checked={draft.affix} onChange={({ target }) => change({ affix: target.checked })}>
              固定，不能关闭
            </Checkbox>
            <Checkbox checked={draft.noCache} onChange={({ target }) => change({ noCache: target.checked })}>
              每次显示时重新打开
            </Checkbox>
          </Field>
        </>
      ) : null}
      {isScreenFixed ? null : (
        <Field id="menu-code" label="菜单编码" problem={problemAt('code')} hint="供统计与其他系统识别，留空时自动编号">
          <Input
            id="menu-code"
            value={draft.code}
            maxLength={64}
            onChange={({ target }) => change({ code: target.value })}
          />
        </Field>
      )}
    </Form>
  );
}
