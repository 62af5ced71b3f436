it('offers another try when the server fails', () => {
  const sandbox = `categories-${Date.now()}`;
  cy.task('scenario', { sandbox, name: 'server-error' }).then((key) => {
    cy.intercept(`${Cypress.env('apiUrl')}/**`, (request) => {
      request.headers.authorization = `Bearer ${key}`;
    });
  });

  cy.visit(`shop.html?api=${Cypress.env('apiUrl')}`);
  cy.contains('Please try again.');

  cy.task('verify', { sandbox, expected: { requests: [{ status: 500 }] } })
    .its('verified')
    .should('equal', true);
});
