import { Button } from 'antd';
import { useKind } from './documentKind.ts';
import type { Editing } from './useEditing.ts';

/** Opens 放进菜单; what nobody can open yet cannot be put there. */
export function PutInMenuButton({ editing }: { editing: Editing }) {
  const { word } = useKind();
  const isPublished = editing.work.version > 0;
  return (
    <Button
      onClick={() => editing.setOpen('menu')}
      disabled={!isPublished}
      title={isPublished ? undefined : `先发布${word}，再放进菜单`}
      data-action="put-in-menu"
    >
      放进菜单
    </Button>
  );
}
