import { useMemo } from 'react';
import type { Path } from '../kernel/problem.ts';
import { GridChunk } from './gridChunk.tsx';
import { chunksOf } from './gridChunks.ts';
import { NodeList, type LooseNode } from './nodeView.tsx';

interface Props { nodes: readonly LooseNode[]; path: Path; gutter?: number }

/** The nodes on the 24-column grid; one below the other on a narrow screen. A long grid is made of parts. */
export function NodeGrid({ nodes, path, gutter }: Props) {
  const chunks = useMemo(() => chunksOf(nodes).map((chunk) => ({ ...chunk, nodes: nodes.slice(chunk.from, chunk.to) })), [nodes]);
  return (
    <div className="sf-grid" style={gutter === undefined ? undefined : { columnGap: gutter }}>
      {chunks.length === 1 ? <NodeList nodes={nodes} path={path} isGridItem /> : chunks.map((chunk) => (
        <GridChunk key={chunk.from} isFirst={chunk.from === 0} rows={chunk.rows} columnGap={gutter}>
          <NodeList nodes={chunk.nodes} path={path} isGridItem from={chunk.from} />
        </GridChunk>
      ))}
    </div>
  );
}
