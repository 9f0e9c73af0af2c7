import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { Design } from '../model/design.ts';
import { useDesignValue, useDesignerContext } from '../designerContext.ts';

const canUndo = (design: Design) => !design.get().isBroken && design.get().history.past.length > 0;
const canRedo = (design: Design) => !design.get().isBroken && design.get().history.future.length > 0;

/** The undo and redo buttons above the canvas. */
export function UndoButtons() {
  const { design } = useDesignerContext();
  const [isUndoEnabled, isRedoEnabled] = [useDesignValue(canUndo), useDesignValue(canRedo)];
  return (
    <>
      <Button
        size="small"
        type="text"
        icon={<UndoOutlined />}
        disabled={!isUndoEnabled}
        onClick={() => design.undo()}
        title="撤销（Ctrl+Z）"
        data-action="undo"
      >
        撤销
      </Button>
      <Button
        size="small"
        type="text"
        icon={<RedoOutlined />}
        disabled={!isRedoEnabled}
        onClick={() => design.redo()}
        title="重做（Ctrl+Y）"
        data-action="redo"
      >
        重做
      </Button>
    </>
  );
}
