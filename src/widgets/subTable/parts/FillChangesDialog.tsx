import { useEffect, useRef, useState } from 'react';
import { Button } from 'antd';
import type { CompiledColumn } from '../../../kernel/index.ts';
import { Dialog } from '../../../runtime/host/Dialog.tsx';
import { useTable } from '../model.ts';
import { findFillChanges, applyFillChanges, type FillChanges } from '../watch/updateFills.ts';

/** Maximum number of changed cells that the dialog lists. */
const MAX_LISTED = 200;

/**
 * The dialog 更新带出 of a relation of the table. It lists the filled cells that differ from the related records as they
 * are now; its button takes over the new values.
 */
export function FillChangesDialog({ relation, onClose }: { relation: CompiledColumn; onClose(): void }) {
  const model = useTable();
  const [changes, setChanges] = useState<FillChanges | null>(null);
  const latest = useRef({ model, onClose });
  useEffect(() => {
    latest.current = { model, onClose };
  });
  useEffect(() => {
    let isCurrent = true;
    void findFillChanges(latest.current.model, relation).then((foundChanges) => {
      if (!isCurrent) return;
      if (foundChanges === null) latest.current.onClose();
      else setChanges(foundChanges);
    });
    return () => {
      isCurrent = false;
    };
  }, [relation]);
  if (changes === null) return null;
  const cells = changes.rows.flatMap(({ index, cells: list }) => list.map((cell) => ({ index, ...cell })));
  const takeOver = (): void => {
    applyFillChanges(model, changes);
    onClose();
  };
  return (
    <Dialog
      title={`更新“${relation.node.label || relation.key}”带出的内容`}
      isOpen
      onClose={onClose}
      width={640}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" data-action="take-fills" onClick={takeOver}>
            {`更新 ${changes.rows.length} 行`}
          </Button>
        </>
      }
    >
      <div className="st-fill-changes">
        <table>
          <thead>
            <tr>
              <th scope="col">行</th>
              <th scope="col">列</th>
              <th scope="col">现在的内容</th>
              <th scope="col">更新为</th>
            </tr>
          </thead>
          <tbody>
            {cells.slice(0, MAX_LISTED).map(({ index, column, before, after }) => (
              <tr key={`${index} ${column.key}`}>
                <th scope="row">{index + 1}</th>
                <td>{column.node.label || column.key}</td>
                <td>{before || '（空）'}</td>
                <td>{after || '（空）'}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {cells.length > MAX_LISTED && <p>{`另有 ${cells.length - MAX_LISTED} 处改动没有列出`}</p>}
        {cells.length === 0 && <p>只更新您看不到的列</p>}
      </div>
    </Dialog>
  );
}
