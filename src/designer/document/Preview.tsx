import { Alert, Empty, Segmented, Select, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import type { FlowFormConfig } from '../../grammar/documents.ts';
import type { CompiledForm } from '../../kernel/index.ts';
import { useSituation } from '../../runtime/contexts.ts';
import { NodeBoundary } from '../../runtime/node/NodeBoundary.tsx';
import type { Situation } from '../../rules/situation.ts';
import { DeviceChoice, DeviceScreen, useDevice } from './Device.tsx';
import { MAX_PREVIEW_FIELDS } from '../forms/useCheckedText.ts';
import { SessionForm } from './SessionForm.tsx';
import { RoleChoice, useRoleRights } from './RoleChoice.tsx';
import { useScale } from './useScale.ts';

type Mode = 'edit' | 'view';

/** Usual width of a form on a desktop, in pixels; the preview is scaled down if the pane is narrower. */
const DESKTOP_WIDTH_PX = 880;

/**
 * The form of the current text as users see it, at a node of the process, on a desktop or a phone. `fieldCount`: the
 * number of fields; a form with too many fields is not shown. `isOutdated`: the text is invalid; the form is the last
 * valid form.
 */
export function Preview({
  compiled,
  fieldCount,
  isOutdated,
  config,
}: {
  compiled: CompiledForm | null;
  fieldCount: number;
  isOutdated: boolean;
  config: FlowFormConfig | null;
}) {
  const { user } = useSituation();
  const [mode, setMode] = useState<Mode>('edit');
  const [device, setDevice] = useDevice();
  const [chosenNode, setChosenNode] = useState<string | null>(null);
  const [role, setRole] = useState<string | null>(null);
  const roleLoad = useRoleRights(role, compiled?.definition.formKey ?? '');
  // until the request succeeds, `roleLoad.value` may belong to another role
  const roleRights = roleLoad.state === 'ready' ? roleLoad.value : null;
  const [paneRef, scale] = useScale(DESKTOP_WIDTH_PX);
  const nodes = config?.nodes ?? [];
  const nodeRules =
    nodes.find(({ taskNode }) => taskNode === chosenNode) ?? nodes.find(({ isStart }) => isStart) ?? null;
  const situation = useMemo<Situation>(
    () => ({
      user: role === null ? user : { ...user, roles: [role], permissions: [] },
      taskNode: nodeRules?.taskNode ?? '',
      todo: nodeRules && !nodeRules.isStart ? '1' : '0',
      isEdit: mode === 'edit' ? '1' : '0',
      flowState: nodeRules && !nodeRules.isStart ? '1' : '0',
      recordId: null,
      superRole: false,
      query: {},
      nodeRules,
      roleFields: roleRights,
    }),
    [user, role, roleRights, nodeRules, mode],
  );
  return (
    <section className="ds-preview" aria-label="预览">
      <header>
        <Segmented<Mode>
          aria-label="怎样预览"
          value={mode}
          onChange={setMode}
          options={[
            { label: '填写', value: 'edit' },
            { label: '查看', value: 'view' },
          ]}
        />
        <DeviceChoice label="预览的设备" value={device} onChange={setDevice} />
        <RoleChoice
          label="以哪个角色预览"
          placeholder="以自己的角色"
          value={role}
          rights={roleLoad}
          onChange={setRole}
        />
        {nodes.length > 0 ? (
          <Select
            aria-label="流程节点"
            style={{ minWidth: 160 }}
            value={nodeRules?.taskNode}
            onChange={setChosenNode}
            options={nodes.map(({ taskNode }) => ({ value: taskNode, label: taskNode }))}
          />
        ) : null}
      </header>
      {isOutdated ? (
        <Alert type="warning" showIcon banner message="当前文本有误，下面是最近一次正确内容的预览" />
      ) : null}
      <div className="ds-preview-body" ref={paneRef}>
        <DeviceScreen
          device={device}
          style={device === 'desktop' ? { width: DESKTOP_WIDTH_PX, zoom: scale } : undefined}
        >
          {fieldCount > MAX_PREVIEW_FIELDS ? (
            <Empty description={`共 ${fieldCount} 个字段，超过 ${MAX_PREVIEW_FIELDS} 个不预览`} />
          ) : !compiled ? (
            <Empty description="文本正确后在此预览" />
          ) : role !== null && roleLoad.state === 'loading' ? (
            <Skeleton active />
          ) : role !== null && roleLoad.state === 'error' ? (
            <Empty description="角色的权限未能读取，不预览" />
          ) : (
            <NodeBoundary key={compiled.definition.formKey} tag="form" path={[]}>
              <SessionForm compiled={compiled} record={null} mode={mode} situation={situation} />
            </NodeBoundary>
          )}
        </DeviceScreen>
      </div>
    </section>
  );
}
