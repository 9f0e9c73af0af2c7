/** RG-004: a line at the top that is animated once on every navigation. Decorative only. `url`: path and query of the page. */
export const NavigationLine = ({ url }: { url: string }) => (
  <div key={url} className="sf-navigation" aria-hidden="true" data-navigation={url} />
);
