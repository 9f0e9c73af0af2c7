import { SCREEN_PALETTE } from '../canvas/model/screenPalette.ts';
import { useDesigning } from '../canvas/useDesign.ts';

/** Blocks that pages often begin with. */
const FIRST = SCREEN_PALETTE.items.slice(0, 5);

/** An empty page says how to begin. */
export function EmptyPage() {
  const { insert } = useDesigning();
  return (
    <div className="ds-begin">
      <p className="ds-begin-title">从左侧拖入区块，或点击区块添加</p>
      <p className="ds-note">
        常用：
        {FIRST.map(({ id, title }) => (
          <button key={id} type="button" className="sc-link" data-no-select onClick={() => insert(id)}>
            {title}
          </button>
        ))}
      </p>
    </div>
  );
}
