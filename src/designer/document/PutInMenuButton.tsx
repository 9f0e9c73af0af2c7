import { Button } from 'antd';
import { useKind } from './documentKind.ts';
import type { Editing } from './useEditing.ts';

/** Opens the dialog 放进菜单; disabled until the document is published. */
export function PutInMenuButton({ editing }: { editing: Editing }) {
  const { kindName } = useKind();
  const isPublished = editing.publishing.version > 0;
  return (
    <Button
      onClick={() => editing.setOpenDialog('menu')}
      disabled={!isPublished}
      title={isPublished ? undefined : `先发布${kindName}，再放进菜单`}
      data-action="put-in-menu"
    >
      放进菜单
    </Button>
  );
}
