import { createElement, useContext } from 'react';
import type { Path } from '../../../domain/problem/index.ts';
import { GridSlot } from '../../../runtime/node/gridSlot.ts';
import { propertySchemas } from '../../editor/grammarDocs.ts';
import { listsOf, type RawNode } from '../model/nodes.ts';
import { SketchContext } from './BlockSketch.tsx';

/**
 * The shell (the layout around all pages) as a list of its areas. Its blocks are drawn as outlines, because one of them
 * is the outlet (where the current page is shown), which would show this designer again.
 */
export function ShellSketch({ node, path }: { node: RawNode; path: Path }) {
  const Grid = useContext(GridSlot);
  const schemas = propertySchemas(node.tag);
  return (
    <SketchContext value="part">
      <div className="ds-areas">
        {listsOf(node, path).map((list) => {
          const key = String(list.path.at(-1));
          return (
            <section key={key} className="ds-area" data-area={key}>
              <h4>{schemas[key]?.['x-name'] ?? key}</h4>
              {Grid === null ? null : createElement(Grid, { nodes: list.nodes, path: list.path })}
            </section>
          );
        })}
      </div>
    </SketchContext>
  );
}
