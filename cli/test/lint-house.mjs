/** Allowed: `as const`, and a function that is named, and is nothing but the cast that its comment answers for. */
const bareAssertion = {
  create: (/** @type {{ report(problem: object): void }} */ context) => ({
    TSAsExpression(/** @type {any} */ node) {
      if (node.typeAnnotation.typeName?.name === 'const') return;
      const [returned, block, named] = [node.parent, node.parent?.parent, node.parent?.parent?.parent];
      const isAlone =
        returned?.type === 'ReturnStatement' &&
        block?.body?.length === 1 &&
        named?.type === 'FunctionDeclaration';
      if (!isAlone) context.report({ node, message });
    },
  }),
};
const message =
  'Parse it, or put the unavoidable cast alone into one named function whose comment says what guarantees it.';

/** Rules of the house that Oxlint has not. */
export default { meta: { name: 'house' }, rules: { 'bare-assertion': bareAssertion } };
