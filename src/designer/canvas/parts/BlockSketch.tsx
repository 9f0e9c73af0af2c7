import { createContext, useContext } from 'react';
import { nameOfNode } from '../model/designActions.ts';
import type { RawNode } from '../model/nodes.ts';
import { titleOfNode } from '../model/palette.ts';

/**
 * The reason for drawing blocks as outlines. `record`: the record page has no example record. `part`: the block is
 * inside the shell. Null: blocks are drawn normally.
 */
export const SketchContext = createContext<'record' | 'part' | null>(null);

/** Returns the reason for drawing blocks as outlines; null if they are drawn normally. */
export const useSketch = () => useContext(SketchContext);

/** A block as an outline with its name, without its content. */
export function BlockSketch({ node, reason }: { node: RawNode; reason: 'record' | 'part' }) {
  const kind = titleOfNode(node);
  const name = nameOfNode(node);
  return (
    <div className="ds-sketch-box">
      <strong>{name}</strong>
      {name === kind ? null : ` · ${kind}`}
      {reason === 'record' ? (
        <>
          <br />
          打开记录后在此显示
        </>
      ) : null}
    </div>
  );
}
