import { Rate } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { groupAriaOf } from '../shared/aria.ts';
import { maxStars, ratingText } from './definition.ts';
import '../shared/widgets.css';

/** Stars to choose a rating. Arrow keys change it; clicking the current star again clears it. */
export function Edit({
  id,
  node,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
  isCell,
}: EditProps<NodeByTag['el-rate']>) {
  const stars = typeof value === 'number' ? value : 0;
  return (
    <fieldset id={id} className="sf-group sf-rate" {...groupAriaOf({ id, node, invalid, describedBy, isCell })}>
      <Rate
        count={maxStars(node)}
        allowHalf={node['allow-half'] === true}
        value={stars}
        disabled={disabled}
        {...(isCell ? { autoFocus: true } : {})}
        onBlur={onBlur}
        onChange={(next) => onChange(next === 0 ? null : next)}
      />
      {node['show-text'] === true && stars > 0 && <span className="sf-rate-text">{ratingText(stars, node)}</span>}
    </fieldset>
  );
}
