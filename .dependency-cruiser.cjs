/** Import direction of the house: grammar -> rules -> kernel -> runtime -> widgets -> screens -> shell -> app. */
const above = {
  rules: 'kernel|runtime|widgets|screens|shell|session|api|designer|server|app',
  kernel: 'runtime|widgets|screens|shell|session|api|designer|server|app',
  runtime: 'widgets|screens|shell|session|api|designer|server|app',
  api: 'runtime(?!/services\\.ts$)|widgets|screens|shell|designer|server|app',
  session: 'widgets|screens|shell|designer|server|app',
  widgets: 'screens|shell|designer|server|app',
  screens: 'shell|designer|server|app',
  shell: 'designer|server|app',
  designer: 'server|app',
  app: 'server',
};
module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(above).map(([from, to]) => ({
      name: `${from}-looks-down-only`, severity: 'error', from: { path: `^src/${from}/` }, to: { path: `^src/(${to})/` },
    })),
    { name: 'grammar-imports-nothing', severity: 'error', from: { path: '^src/grammar/' }, to: { path: '^src/(?!grammar)' } },
    { name: 'server-stands-on-kernel', comment: 'and on the React-free definitions of widgets', severity: 'error', from: { path: '^src/server/' }, to: { path: '^src/(?!server/|grammar/|rules/|kernel/|widgets/[^/]+/definition\\.ts$)' } },
    { name: 'definitions-are-react-free', severity: 'error', from: { path: '^src/widgets/[^/]+/definition\\.ts$' }, to: { path: '^src/(?!grammar/|rules/|kernel/|widgets/[^/]+/[^/]+\\.ts$)' } },
    { name: 'definitions-reach-no-react', comment: 'nor through their helpers', severity: 'error', from: { path: '^src/widgets/[^/]+/definition\\.ts$' }, to: { path: 'node_modules/(react|react-dom|antd|@formily)/', reachable: true } },
    { name: 'no-ui-library-below-runtime', severity: 'error', from: { path: '^src/(grammar|rules|kernel|api|server)/' }, to: { path: 'node_modules/(react|react-dom|antd|@formily)/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'], conditionNames: ['import', 'node', 'default'] },
  },
};
