import { Radio, Select } from 'antd';
import { useId } from 'react';
import type { FlowOptions } from '../../../runtime/services/tasks.ts';

/** The return that the user selects. `target`: id of the node; `isStraight`: a straight return. */
export interface ReturnChoice {
  target: string;
  isStraight: boolean;
}

/** Fields for the target node of a return, and for the route of the record after that node. */
export function ReturnFields({
  targets,
  value,
  onChange,
}: {
  targets: NonNullable<FlowOptions['task']>['targets'];
  value: ReturnChoice;
  onChange(value: ReturnChoice): void;
}) {
  const id = useId();
  return (
    <>
      <div className="sc-act-field" data-field="target">
        <label htmlFor={id}>退回至</label>
        <Select
          id={id}
          value={value.target}
          onChange={(target) => onChange({ ...value, target })}
          aria-label="退回至"
          options={targets.map(({ nodeId, taskNode, isStart }) => ({
            value: nodeId,
            label: isStart ? `申请人（${taskNode}）` : taskNode,
          }))}
        />
      </div>
      <div className="sc-act-field" data-field="straight">
        <span>对方办理后</span>
        <Radio.Group
          aria-label="对方办理后"
          value={value.isStraight}
          onChange={(event) => onChange({ ...value, isStraight: event.target.value as boolean })}
          options={[
            { value: false, label: '按流程重新流转' },
            { value: true, label: '直接回到我这里' },
          ]}
        />
      </div>
    </>
  );
}
