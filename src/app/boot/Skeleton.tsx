/** The shape of the layout while it is on its way; the same as in index.html, so that nothing jumps when this takes its place. */
export function Bones() {
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
