import { Alert, Button } from 'antd';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { FlowFormConfig } from '../../../grammar/documents.ts';
import { WRITING_RIGHTS } from '../../../rules/roleFields.ts';
import { toSearch, usePageNavigation } from '../../../screens/navigation/pageNavigation.ts';
import { RoleChoice, useRoleRights, type RoleRights } from '../../document/RoleChoice.tsx';
import { keyOf, type RawNode } from '../model/nodes.ts';
import { FieldTable, type KeyColumn, type TextColumn } from './FieldTable.tsx';

/** Returns the source of a value that users do not enter (formula, roll-up, serial number); '' if users enter it. */
function computedText(node: RawNode): string {
  if (typeof node.computed === 'string' && node.computed !== '') return '自动计算';
  if (node.rollup !== undefined) return '自动汇总';
  return node.serial === undefined ? '' : '自动编号';
}

const RIGHT_COLUMNS: readonly KeyColumn[] = [
  {
    key: 'flowVisible',
    title: '可见',
    help: '否：值不会离开服务器',
    kind: 'flag',
    flagDefault: true,
    appliesToColumns: true,
  },
  {
    key: 'flowEditable',
    title: '可填写',
    help: '否：只读',
    kind: 'flag',
    flagDefault: true,
    appliesToColumns: true,
    replacement: computedText,
  },
  {
    key: 'required',
    title: '必填',
    help: '保存时必须有值',
    kind: 'boolean',
    appliesToColumns: true,
    // a computed field that is already required can still be made optional
    replacement: (node) => (computedText(node) !== '' && node.required !== true ? '—' : ''),
  },
  { key: 'isHideField', title: '界面上隐藏', help: '不显示，但参与计算并保存', kind: 'flag', appliesToColumns: true },
];

interface Access {
  visible?: string;
  editable?: string;
  required?: string;
}

type TaskNode = FlowFormConfig['nodes'][number];

/**
 * Returns the rights on a field at a node of the process. Undefined if the process sets none: the form then decides at
 * the first node, and the field is read-only at other nodes.
 */
function accessAt(taskNode: TaskNode, node: RawNode, table: RawNode | null): Access | undefined {
  const fields = taskNode.fields as Readonly<Record<string, Access>> | undefined;
  const tables = taskNode.tables as
    | Readonly<Record<string, Access & { columns?: Readonly<Record<string, Access>> }>>
    | undefined;
  const key = keyOf(node) ?? '';
  if (table) return tables?.[keyOf(table) ?? '']?.columns?.[key];
  return tables?.[key] ?? fields?.[key];
}

function describeAccess(access: Access | undefined, isStart: boolean): string {
  const defaultText = isStart ? '按表单' : '只读';
  if (!access) return defaultText;
  if (access.visible === '0') return '隐藏';
  if (access.required === '1') return '必填';
  if (access.editable === '1') return '可填写';
  return access.editable === '0' || access.visible === '1' ? '只读' : defaultText;
}

/** Returns the role's permission for a field, from the role's rights only; form and process may restrict it further. */
function describeRoleAccess({ hidden, locked, rights }: RoleRights, node: RawNode, table: RawNode | null): string {
  const key = [table ? keyOf(table) : undefined, keyOf(node)].filter((part) => part !== undefined).join('.');
  if (!rights.includes('see')) return '看不到此表单';
  if (hidden.includes(key)) return '看不到';
  return locked.includes(key) || !rights.some((right) => WRITING_RIGHTS.includes(right)) ? '不能改' : '不限';
}

interface Props {
  config: FlowFormConfig | null;
  flowKey: string;
  formKey: string;
  /** True if the form is published. A process can only be created for a published form. */
  isPublished: boolean;
}

/**
 * Rights on each field: inputs for the form's own rights, then read-only texts with the rights at each node of its
 * process and the rights of a selected role.
 */
export function RightsTable({ config, flowKey, formKey, isPublished }: Props) {
  const navigation = usePageNavigation();
  const { pathname } = useLocation();
  const nodes = config?.nodes;
  const [role, setRole] = useState<string | null>(null);
  const roleLoad = useRoleRights(role, formKey);
  const roleRights = roleLoad.state === 'ready' ? roleLoad.value : null;
  const textColumns = useMemo(
    (): TextColumn[] => [
      ...(nodes ?? []).map((taskNode) => ({
        title: taskNode.taskNode,
        help: '在流程设计中设置',
        textOf: (node: RawNode, table: RawNode | null) =>
          describeAccess(accessAt(taskNode, node, table), taskNode.isStart === true),
      })),
      ...(roleRights
        ? [
            {
              title: '所选角色',
              help: '在角色管理的授权中设置',
              textOf: (node: RawNode, table: RawNode | null) => describeRoleAccess(roleRights, node, table),
            },
          ]
        : []),
    ],
    [nodes, roleRights],
  );
  return (
    <section className="ds-table-view" aria-label="权限">
      <Alert
        type="info"
        showIcon
        message={
          flowKey === ''
            ? '此表单不走审批：勾选即对所有填写人生效。'
            : '左侧为表单自身的设置，对申请人生效；右侧是各审批节点的设置，在流程设计中修改。'
        }
        action={
          <Button
            size="small"
            disabled={flowKey === '' && !isPublished}
            title={flowKey === '' && !isPublished ? '表单发布后才能设置审批流程' : undefined}
            onClick={() =>
              navigation.go(
                pathname.replace(/formManager$/, 'flowManager') +
                  toSearch(flowKey === '' ? { for: formKey } : { flow: flowKey }),
              )
            }
          >
            {flowKey === '' ? '新建审批流程' : '打开流程设计'}
          </Button>
        }
      />
      <div className="ds-list-title">
        <span>角色</span>
        <RoleChoice
          label="查看哪个角色的权限"
          placeholder="选择角色，查看其权限"
          value={role}
          rights={roleLoad}
          onChange={setRole}
        />
      </div>
      <FieldTable label="字段权限" keys={RIGHT_COLUMNS} textColumns={textColumns} />
    </section>
  );
}
