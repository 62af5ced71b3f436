/** The differences between Drydock's judgement and Prism's: where, what is said, and who is right. */
const directus = (where) => new RegExp(`^directus ${where}`);
const accepts = /^Prism accepts/;

export const explained = [
  {
    where: directus('(GET|PATCH|DELETE) /items/\\{collection\\}/\\{id\\} request$'),
    says: /path\.id .*exactly one schema in oneOf$/,
    because:
      'The id is oneOf integer and string. Prism turns the text of the path into a number for one branch and leaves it for the other, so every number matches both; Drydock reads it as one of them.',
  },
  {
    where: directus('POST /fields/\\{collection\\} request without'),
    says: accepts,
    because:
      'An enum of the schema lists a value twice. Ajv of Prism refuses to compile it, and what Prism cannot compile it does not check; Drydock reads the rest.',
  },
  {
    where: directus('POST /utils/export/\\{collection\\} request without'),
    says: accepts,
    because:
      '`nullable` stands beside a $ref, so without a type. Ajv of Prism refuses to compile it, and what Prism cannot compile it does not check; Drydock reads the rest.',
  },
];
