from fastapi import FastAPI
from pydantic import BaseModel
from fastapi_pagination import paginate, add_pagination
from fastapi_pagination.links import Page
class Book(BaseModel):
    id: int
    title: str
app = FastAPI()
books = [Book(id=i, title=f'Book {i % 7}') for i in range(1, 101)]
@app.get('/books', response_model=Page[Book])
def list_books():
    return paginate(books)
add_pagination(app)
