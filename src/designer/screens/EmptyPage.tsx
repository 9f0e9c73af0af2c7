import { SCREEN_PALETTE } from '../canvas/model/screenPalette.ts';
import { useDesignerContext } from '../canvas/designerContext.ts';

/** Blocks offered as links on an empty page. */
const SUGGESTED_BLOCKS = SCREEN_PALETTE.items.slice(0, 5);

/** Hint on the canvas of an empty page, with links that add common blocks. */
export function EmptyPage() {
  const { insert } = useDesignerContext();
  return (
    <div className="ds-begin">
      <p className="ds-begin-title">从左侧拖入区块，或点击区块添加</p>
      <p className="ds-note">
        常用：
        {SUGGESTED_BLOCKS.map(({ id, title }) => (
          <button key={id} type="button" className="sc-link" data-no-select onClick={() => insert(id)}>
            {title}
          </button>
        ))}
      </p>
    </div>
  );
}
