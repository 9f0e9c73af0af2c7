/**
 * Skeleton of the layout while it is loading, with the same markup as in index.html, so that the page does not jump
 * when React replaces the markup of index.html.
 */
export function LayoutSkeleton() {
  return (
    <output className="sf-bones" aria-label="正在打开">
      <span className="sf-bones-side" />
      <span className="sf-bones-body">
        <span className="sf-bones-head" />
        <span className="sf-bones-tabs" />
        <span className="sf-bones-page">
          <span />
          <span />
          <span />
        </span>
      </span>
    </output>
  );
}
