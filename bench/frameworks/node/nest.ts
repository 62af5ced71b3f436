/** The service in NestJS: classes with decorators, a ValidationPipe, a guard for the key, a filter for the envelope. */
import 'reflect-metadata';
import {
  BadRequestException,
  Body,
  Catch,
  Controller,
  Get,
  HttpCode,
  HttpException,
  Module,
  Post,
  UnsupportedMediaTypeException,
  ValidationPipe,
  type ArgumentsHost,
  type ExceptionFilter,
  type ValidationError,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Type } from 'class-transformer';
import {
  ArrayNotEmpty,
  IsArray,
  IsDefined,
  IsNumber,
  IsObject,
  IsPositive,
  IsString,
  Matches,
  Max,
  ValidateNested,
} from 'class-validator';
import { BASE, CATEGORIES, PORT, ratesFor, refusal, refusedKey, success } from './service.mjs';

class Item {
  @IsString() name!: string;
  @IsString() quantity!: string;
  @IsString() unit_price!: string;
}

class Box {
  @IsNumber() length!: number;
  @IsNumber() width!: number;
  @IsNumber() height!: number;
  @IsPositive() @Max(100_000) @IsNumber() weight!: number;
  @ValidateNested({ each: true }) @IsObject({ each: true }) @IsArray() @Type(() => Item) items!: Item[];
}

class Party {
  @IsString() address!: string;
  @IsString() state!: string;
  @IsString() state_short_code!: string;
  @IsString() city!: string;
  @IsString() zip_code!: string;
  @Matches(/^[A-Za-z]{2}$/) @IsString() country_code!: string;
}

class Shipment {
  @ValidateNested({ each: true })
  @IsObject({ each: true })
  @ArrayNotEmpty()
  @IsArray()
  @Type(() => Box)
  box_dimension!: Box[];
  @IsString() product_type!: string;
  @IsPositive() @Max(100_000) @IsNumber() weight!: number;
  @IsString() weight_unit!: string;
  @ValidateNested() @IsObject() @IsDefined() @Type(() => Party) sender!: Party;
  @ValidateNested() @IsObject() @IsDefined() @Type(() => Party) receiver!: Party;
  @IsString() delivery_type!: string;
}

/** One string for each property that is wrong, with the place before it. */
function sentences(errors: ValidationError[], place = ''): string[] {
  return errors.flatMap(({ property, constraints = {}, children = [] }) => [
    ...Object.values(constraints)
      .slice(0, 1)
      .map((text) => `${place}${property}: ${text}`),
    ...sentences(children, `${place}${property}.`),
  ]);
}

@Controller(BASE)
class Operations {
  @Get('categories')
  categories() {
    return success('Categories', CATEGORIES);
  }

  @Post('get-shipping-rates')
  @HttpCode(200)
  rates(@Body() shipment: Shipment) {
    return success('Shipping rates', ratesFor(shipment.weight));
  }
}

@Catch()
class Envelope implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost) {
    const response = host.switchToHttp().getResponse();
    const { path } = host.switchToHttp().getRequest();
    const known = error instanceof HttpException;
    let status = known ? error.getStatus() : 500;
    const allowed = { [`${BASE}/categories`]: 'GET, HEAD', [`${BASE}/get-shipping-rates`]: 'POST' }[
      path as string
    ];
    if (status === 404 && allowed) {
      status = 405;
      response.setHeader('Allow', allowed);
    }
    const message = status === 405 ? 'Method not allowed' : known ? error.message : 'Internal server error';
    const problems = known ? (error.getResponse() as { problems?: string[] }).problems : undefined;
    response.status(status).json(refusal(status, message, problems));
  }
}

@Module({ controllers: [Operations] })
class Service {}

const app = await NestFactory.create(Service, { logger: false, bodyParser: false });
app.use((request, response, next) => {
  const refused = refusedKey(request.headers.authorization, request.path);
  if (refused) response.status(refused.status).set(refused.headers).json(refused.body);
  else next();
});
app.use((request, _response, next) => {
  const isJson =
    request.method !== 'POST' ||
    !request.path.endsWith('/get-shipping-rates') ||
    request.is('application/json');
  next(isJson ? undefined : new UnsupportedMediaTypeException('Content-Type must be application/json'));
});
(app as unknown as { useBodyParser(type: string, options: object): void }).useBodyParser('json', {
  limit: '10mb',
});
app.useGlobalPipes(
  new ValidationPipe({
    transform: true,
    exceptionFactory: (errors) =>
      new BadRequestException({ message: 'Invalid request', problems: sentences(errors) }),
  }),
);
app.useGlobalFilters(new Envelope());
await app.listen(PORT, '127.0.0.1');
