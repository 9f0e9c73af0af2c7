import { ApartmentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { LazyDialog } from '../../runtime/host/LazyDialog.tsx';
import { SelectorDialog } from '../../widgets/shared/selector/SelectorDialog.tsx';
import { chosenText, useChosenItems } from '../../widgets/shared/selector/selectorData.ts';

/** Names of the departments of the scope 指定部门, with a button that opens their selection. */
export function ChosenDepts({
  label,
  ids,
  onChange,
}: {
  label: string;
  ids: readonly string[];
  onChange(ids: string[]): void;
}) {
  const [isOpen, setOpen] = useState(false);
  const { chosen: chosenDepts } = useChosenItems('dept', ids.join(','), undefined);
  return (
    <div className="dz-scope-depts">
      <Button
        size="small"
        icon={<ApartmentOutlined />}
        aria-label={label}
        onClick={() => setOpen(true)}
        data-action="choose-depts"
      >
        选择部门
      </Button>
      <span className={ids.length === 0 ? 'dz-scope-missing' : 'sc-note'}>
        {ids.length === 0 ? '请至少选择一个部门' : chosenText(chosenDepts)}
      </span>
      {isOpen ? (
        <LazyDialog onClose={() => setOpen(false)}>
          <SelectorDialog
            kind="dept"
            isMultiple
            chosen={chosenDepts}
            onClose={() => setOpen(false)}
            onConfirm={(next) => {
              setOpen(false);
              onChange(next.map(({ id }) => id));
            }}
          />
        </LazyDialog>
      ) : null}
    </div>
  );
}
